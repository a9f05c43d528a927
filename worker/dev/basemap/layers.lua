-- What the map draws of OpenStreetMap, under the names of the OpenMapTiles schema. For tilemaker 2, which hands over each
-- way as an object, and tilemaker 3, which has the same functions without one.

node_keys = {}

-- The widest view that shows each class of road.
local roads = { motorway = 8, trunk = 8, primary = 8, secondary = 9, tertiary = 11 }
local towns = { residential = 8, industrial = 9, commercial = 9, retail = 9 }
local waters = { river = 8, canal = 10, stream = 12 }

function node_function() end

function way_function(way)
  local function call(name, ...)
    if way then return way[name](way, ...) end
    return _G[name](...)
  end
  local function draw(layer, area, class, minzoom)
    call("Layer", layer, area)
    call("Attribute", "class", class)
    call("MinZoom", minzoom)
  end

  local road = call("Find", "highway"):gsub("_link$", "")
  if roads[road] then draw("transportation", false, road, roads[road]) end

  local stream = call("Find", "waterway")
  if waters[stream] then draw("waterway", false, stream, waters[stream]) end

  if not call("IsClosed") then return end
  local natural, landuse = call("Find", "natural"), call("Find", "landuse")
  if natural == "water" or landuse == "reservoir" or stream == "riverbank" then
    draw("water", true, call("Find", "water") == "river" and "river" or "lake", 8)
  elseif natural == "wood" or landuse == "forest" then
    draw("landcover", true, "wood", 8)
  elseif towns[landuse] then
    draw("landuse", true, landuse == "retail" and "commercial" or landuse, towns[landuse])
  end
end
