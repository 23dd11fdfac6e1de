const RELEASE = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([0-9A-Za-z.-]+))?$/;

/** Whether text is a version as configurations and rules write it: `x.y.z`. */
export function isVersion(text: string): boolean {
  return RELEASE.test(text) && !text.includes('-');
}

/**
 * Below zero when `a` is older than `b`, above when it is newer. `x.y.z` compares by number; a pre-release
 * (`x.y.z-rc.1`) comes before its release, and among themselves pre-releases go by semantic versioning.
 * @throws RangeError on anything else
 */
export function compareVersions(a: string, b: string): number {
  const left = parts(a);
  const right = parts(b);
  for (const [index, number] of left.numbers.entries()) {
    const difference = number - (right.numbers[index] as number);
    if (difference !== 0) return difference;
  }
  if (left.tail === undefined || right.tail === undefined) {
    return Number(right.tail !== undefined) - Number(left.tail !== undefined);
  }
  return compareTails(left.tail.split('.'), right.tail.split('.'));
}

function parts(version: string): { numbers: readonly number[]; tail: string | undefined } {
  const match = RELEASE.exec(version);
  if (match === null) throw new RangeError(`not a version: ${version}`);
  return { numbers: match.slice(1, 4).map(Number), tail: match[4] };
}

function compareTails(a: readonly string[], b: readonly string[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index];
    if (right === undefined) return 1;
    if (left === right) continue;
    const numeric = [left, right].map((part) => /^\d+$/.test(part));
    if (numeric[0] && numeric[1]) return Number(left) - Number(right);
    if (numeric[0] !== numeric[1]) return numeric[0] ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return a.length - b.length;
}
