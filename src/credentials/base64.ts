/** Text behind standard or URL-safe base64, one unit a byte; undefined when it is not base64. */
export function decodeBase64(text: string): string | undefined {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
  } catch {
    return undefined;
  }
}
