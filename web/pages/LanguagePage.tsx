export default function LanguagePage() {
  return <h1>Language</h1>;
}
