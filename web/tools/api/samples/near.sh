curl -sS --get https://lightning.example/api/v1/strikes \
  -d near=42.6977,23.3219 -d radiusKm=2 \
  -d from=$(date -u -d '1 hour ago' +%FT%TZ) \
  -d to=$(date -u +%FT%TZ)
