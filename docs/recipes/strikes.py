# Lightning of the last 24 hours by hour, with what was not read; and a day that is over. pip install geopandas
import json, os, urllib.request
import geopandas, pandas

SITE = "https://lightning.example"
KEY = os.environ.get("LIGHTNING_KEY")
HEADERS = {"Authorization": f"Bearer {KEY}"} if KEY else {}


def layer(name):
    """All of a collection of the OGC API, page by page."""
    features, address = [], f"{SITE}/api/v1/ogc/collections/{name}/items"
    while address:
        with urllib.request.urlopen(urllib.request.Request(address, headers=HEADERS)) as answer:
            page = json.load(answer)
        features += page["features"]
        address = next((link["href"] for link in page["links"] if link["rel"] == "next"), None)
    return geopandas.GeoDataFrame.from_features(features, crs="EPSG:4326")


def last_day():
    """Strikes of each hour of the last day; NaN where the hour was not read whole."""
    strikes, gaps = layer("strikes-24h"), layer("data-gaps")
    now = pandas.Timestamp.now(tz="UTC")
    hours = pandas.date_range(end=now.floor("h"), periods=24, freq="h")
    fell = pandas.to_datetime(strikes["timestamp"], utc=True)
    counts = fell.dt.floor("h").value_counts().reindex(hours, fill_value=0).astype(float)
    for begins, ends in zip(pandas.to_datetime(gaps["from"], utc=True), pandas.to_datetime(gaps["to"], utc=True)):
        counts[(counts.index < ends) & (counts.index + pandas.Timedelta("1h") > begins)] = float("nan")
    return counts


def day(date):
    """The strikes of a UTC day that is over, such as "2026-07-01". Files need the key of a plan, unless the site is open."""
    return pandas.read_csv(
        f"{SITE}/api/v1/files/{date}.csv.gz",
        parse_dates=["timestamp"],
        storage_options=HEADERS or None,
    )


if __name__ == "__main__":
    print(last_day().to_string())
