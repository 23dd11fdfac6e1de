/** The boolean that a word in quotes stands for; undefined for any other text. */
export function booleanWord(text: string): 'true' | 'false' | undefined {
  switch (text.trim().toLowerCase()) {
    case 'true':
    case 'yes':
    case 'on':
      return 'true';
    case 'false':
    case 'no':
    case 'off':
      return 'false';
    default:
      return undefined;
  }
}
