export default function SensorsPage() {
  return <h1>Sensors</h1>;
}
