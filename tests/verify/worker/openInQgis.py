"""Opens layers in QGIS and prints what it has of each as JSON: `FILE.qlr`, or the address of an OGC API and its collections."""
import json
import os
import sys

os.environ["QT_QPA_PLATFORM"] = "offscreen"
from qgis.core import QgsApplication, QgsLayerDefinition, QgsProject, QgsVectorLayer, QgsWkbTypes

app = QgsApplication([], False)
app.initQgis()


def layers(source, collections):
    if not source.endswith(".qlr"):
        return [QgsVectorLayer(f"typename='{name}' url='{source}'", name, "OAPIF") for name in collections]
    project = QgsProject.instance()
    good, fault = QgsLayerDefinition.loadLayerDefinition(source, project, project.layerTreeRoot())
    if not good:
        raise SystemExit(fault)
    return [found.layer() for found in project.layerTreeRoot().findLayers()]


def told(layer):
    # As many as the layer would draw, each by its id of ours.
    ids = [feature["id"] for feature in layer.getFeatures()] if "id" in layer.fields().names() else []
    return {
        "name": layer.name(),
        "valid": layer.isValid(),
        "geometry": QgsWkbTypes.displayString(layer.wkbType()),
        "crs": layer.crs().authid(),
        "columns": {field.name(): field.typeName() for field in layer.fields()},
        "renderer": layer.renderer().type() if layer.renderer() else None,
        "counted": layer.featureCount(),
        "ids": ids,
    }


print(json.dumps([told(layer) for layer in layers(sys.argv[1], sys.argv[2:])]), flush=True)
# QGIS may crash while it is taken apart, which nobody has asked for.
os._exit(0)
