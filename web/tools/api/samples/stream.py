import json, time, urllib.request

url = "https://lightning.example/api/v1/live?bbox=22.8,42.3,23.9,43"
read, told = "", ""
while True:
    try:
        request = urllib.request.Request(url, headers={"Last-Event-ID": told})
        for line in urllib.request.urlopen(request, timeout=45):
            name, _, value = line.decode().strip().partition(": ")
            if name == "id": read = value
            if name == "data":
                for id, latitude, longitude, at_ms, number in json.loads(value).get("strikes", []):
                    print(at_ms, latitude, longitude, id, flush=True)
                told = read
    except OSError as problem:
        print("again in 10 s:", problem)
    time.sleep(10)
