const stream = new EventSource('https://lightning.example/api/v1/live?bbox=22.8,42.3,23.9,43');
stream.addEventListener('strikes', ({ data }) => {
  for (const [id, latitude, longitude, atMs] of JSON.parse(data).strikes) {
    console.log(new Date(atMs).toISOString(), latitude, longitude, id);
  }
});
stream.addEventListener('hb', ({ data }) => {
  const { state } = JSON.parse(data).feed;
  if (state !== 'live') console.log('No strikes is no quiet sky: the feed is', state);
});
