/** Whether the host is a name that RFC 2606 and RFC 6761 reserve for examples and tests. */
export function isPlaceholderHost(host: string): boolean {
  return /(^|\.)(invalid|example|test)$|(^|\.)example\.(com|org|net)$/i.test(host);
}

/** Whether only this machine, or its own network, reaches the host. */
export function isLoopback(host: string): boolean {
  return /(^|\.)(localhost|local|internal)$|^(127|10|192\.168|0)\.[\d.]+$|^\[/i.test(host);
}
