/** Why a pattern is no regular expression of Go. */
export interface Re2Problem {
  /** Where it goes wrong, in UTF-16 units. */
  readonly at: number;
  /** A plain sentence without a full stop; holds no character of the pattern but ASCII of its operators. */
  readonly why: string;
}

/** Limits of Go's parser. */
const MAX_REPEAT = 1000;
const MAX_HEIGHT = 1000;
/** From here on Go stops counting and calls the number too large. */
const MAX_COUNT = 100_000_000;
const MAX_CODE_POINT = 0x10ffff;

const POSIX_CLASSES: ReadonlySet<string> = new Set(
  'alnum alpha ascii blank cntrl digit graph lower print punct space upper word xdigit'.split(' '),
);

/** Names of Unicode's general categories; what is longer is taken for the name of a script and not checked. */
const CATEGORIES =
  /^(?:C[cfos]?|L[lmotuC]?|M[cen]?|N[dlo]?|P[cdefios]?|S[ckmo]?|Z[lps]?)$|^[A-Z][A-Za-z]{2,}(?:_[A-Za-z]+)*$/;

/** Constructs of other dialects, by what stands behind `(?`. The first that fits counts. */
const FOREIGN_GROUPS: readonly (readonly [string, string])[] = [
  ['=', 'look-ahead (?= is not known'],
  ['!', 'look-ahead (?! is not known'],
  ['<=', 'look-behind (?<= is not known'],
  ['<!', 'look-behind (?<! is not known'],
  ['>', 'the atomic group (?> is not known'],
  ['|', 'the branch reset (?| is not known'],
  ['(', 'the condition (?( is not known'],
  ['#', 'the comment (?# is not known'],
  ['P=', 'the back-reference (?P= is not known'],
  ['P>', 'the recursion (?P> is not known'],
  ['R', 'the recursion (?R) is not known'],
  ['&', 'the recursion (?& is not known'],
];

/**
 * Says what Go's `regexp` would refuse in a pattern; undefined for one that compiles. Patterns are never run, and the time
 * is linear in their length. Names of Unicode scripts are not checked, nor the size of the compiled program, and depth only roughly.
 * Source: the parser of Go's `regexp/syntax` with the flags of `regexp.Compile`.
 */
export function re2Problem(pattern: string): Re2Problem | undefined {
  try {
    new Checker(pattern).run();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.problem;
    throw error;
  }
}

class Refusal extends Error {
  readonly problem: Re2Problem;
  constructor(at: number, why: string) {
    super(why);
    this.problem = { at, why };
  }
}

/** What a repetition applies to. */
interface Atom {
  /** Product of the repeat counts inside one another, on the way where it is largest. */
  readonly repeats: number;
  readonly height: number;
}

const LEAF: Atom = { repeats: 1, height: 1 };

/** A group that is open, or the pattern itself. */
interface Group {
  readonly at: number;
  readonly captures: boolean;
  /** The last thing that was read, and may be repeated. */
  last: Atom | undefined;
  repeats: number;
  height: number;
}

class Checker {
  readonly #text: string;
  readonly #groups: Group[] = [];
  #group: Group = newGroup(0, false);
  #at = 0;
  /** Where the last `:]` stands: a class such as `[:alpha:]` needs one behind it. */
  readonly #lastNamedEnd: number;

  constructor(pattern: string) {
    this.#text = pattern;
    this.#lastNamedEnd = pattern.lastIndexOf(':]');
  }

  run(): void {
    const text = this.#text;
    let repetition: number | undefined;
    while (this.#at < text.length) {
      const start = this.#at;
      const before = repetition;
      repetition = undefined;
      switch (text[start]) {
        case '(':
          this.#open();
          break;
        case '|':
          this.#fold();
          this.#at++;
          break;
        case ')':
          this.#close();
          break;
        case '[':
          this.#class();
          this.#push(LEAF);
          break;
        case '*':
        case '+':
        case '?':
          this.#at++;
          this.#repeat(start, before, 1);
          repetition = start;
          break;
        case '{': {
          const count = this.#counts();
          if (count === undefined) {
            this.#at++;
            this.#push(LEAF);
          } else {
            this.#repeat(start, before, count);
            repetition = start;
          }
          break;
        }
        case '\\':
          this.#escape();
          break;
        default:
          this.#at += width(text, start);
          this.#push(LEAF);
      }
    }
    if (this.#groups.length > 0) this.#refuse(this.#group.at, 'the group is not closed');
  }

  #refuse(at: number, why: string): never {
    throw new Refusal(at, why);
  }

  #push(atom: Atom): void {
    this.#fold();
    this.#group.last = atom;
  }

  #fold(): void {
    const { last } = this.#group;
    if (last === undefined) return;
    this.#group.repeats = Math.max(this.#group.repeats, last.repeats);
    this.#group.height = Math.max(this.#group.height, last.height);
    this.#group.last = undefined;
  }

  #open(): void {
    const start = this.#at;
    if (this.#text[start + 1] !== '?') {
      this.#at++;
      this.#enter(newGroup(start, true));
      return;
    }
    if (this.#text.startsWith('(?P<', start)) this.#named(start, start + 4);
    else if (/[^=!]/.test(this.#text.charAt(start + 3)) && this.#text[start + 2] === '<') {
      this.#named(start, start + 3);
    } else this.#flags(start);
  }

  #enter(group: Group): void {
    this.#groups.push(this.#group);
    this.#group = group;
    // Go counts only the groups that add to the depth of its tree; nobody nests the others so deep either.
    if (this.#groups.length > MAX_HEIGHT) this.#refuse(group.at, 'groups are nested more than 1000 deep');
  }

  #named(start: number, from: number): void {
    const end = this.#text.indexOf('>', from);
    if (end < 0) this.#refuse(start, 'the name of the group is not closed with >');
    if (!/^\w+$/.test(this.#text.slice(from, end))) {
      this.#refuse(from, 'the name of a group is made of letters, digits and _');
    }
    this.#at = end + 1;
    this.#enter(newGroup(start, true));
  }

  #flags(start: number): void {
    const text = this.#text;
    let negative = false;
    let seen = false;
    for (let at = start + 2; at < text.length; at++) {
      const char = text[at] as string;
      if ('imsU'.includes(char)) seen = true;
      else if (char === '-' && !negative) {
        negative = true;
        seen = false;
      } else if ((char === ':' || char === ')') && (seen || !negative)) {
        this.#at = at + 1;
        if (char === ':') this.#enter(newGroup(start, false));
        return;
      } else break;
    }
    const foreign = FOREIGN_GROUPS.find(([mark]) => text.startsWith(mark, start + 2));
    this.#refuse(start, foreign?.[1] ?? 'what follows (? is not known');
  }

  #close(): void {
    const outer = this.#groups.pop();
    if (outer === undefined) this.#refuse(this.#at, 'the bracket ) closes nothing');
    this.#fold();
    const { repeats, height, captures } = this.#group;
    this.#group = outer;
    this.#at++;
    this.#push(this.#limited({ repeats, height: height + (captures ? 1 : 0) }, this.#at - 1));
  }

  #limited(atom: Atom, at: number): Atom {
    if (atom.height > MAX_HEIGHT) this.#refuse(at, 'the expression is nested more than 1000 deep');
    return atom;
  }

  /** A repetition whose text begins at `start` and has been read, but for a `?` behind it. */
  #repeat(start: number, before: number | undefined, count: number): void {
    const operator = this.#text.slice(start, this.#at);
    if (this.#text[this.#at] === '?') this.#at++;
    if (before !== undefined) {
      const possessive = operator === '+' && start - before <= MAX_HEIGHT;
      this.#refuse(
        start,
        possessive
          ? `the possessive ${this.#text.slice(before, start + 1)} is not known`
          : 'a repetition cannot be repeated without a group around it',
      );
    }
    const { last } = this.#group;
    if (last === undefined)
      this.#refuse(start, 'there is nothing before the repetition that it could repeat');
    const repeats = last.repeats * Math.max(1, count);
    if (count >= 2 && repeats > MAX_REPEAT) {
      this.#refuse(start, 'repeat counts may come to 1000 together at most');
    }
    this.#group.last = this.#limited({ repeats: count === 0 ? 1 : repeats, height: last.height + 1 }, start);
  }

  /**
   * Reads `{2}`, `{2,}` or `{2,5}` and gives the number that counts for the limit; undefined when the brace is an
   * ordinary character. 0 takes what it repeats out.
   */
  #counts(): number | undefined {
    const start = this.#at;
    const text = this.#text;
    let at = start + 1;
    const number = (): number | undefined => {
      const from = at;
      let value = 0;
      while (isDigit(text[at])) {
        value = Math.min(MAX_COUNT, value * 10 + Number(text[at]));
        at++;
      }
      return at === from || (text[from] === '0' && at - from > 1) ? undefined : value;
    };
    const least = number();
    if (least === undefined) return undefined;
    let most: number | undefined = least;
    if (text[at] === ',') {
      at++;
      if (text[at] === '}') most = undefined;
      else {
        most = number();
        if (most === undefined) return undefined;
      }
    }
    if (text[at] !== '}') return undefined;
    this.#at = at + 1;
    if (Math.max(least, most ?? 0) > MAX_REPEAT) this.#refuse(start, 'a repeat count may be 1000 at most');
    if (most !== undefined && least > most) {
      this.#refuse(start, 'the first repeat count is larger than the second');
    }
    // `{0,}` holds what is inside to the limit, `{0}` does not.
    return most === undefined ? Math.max(1, least) : most;
  }

  #escape(): void {
    const start = this.#at;
    const text = this.#text;
    switch (text[start + 1]) {
      case 'A':
      case 'b':
      case 'B':
      case 'z':
      case 'd':
      case 'D':
      case 's':
      case 'S':
      case 'w':
      case 'W':
        this.#at += 2;
        break;
      case 'Q': {
        const end = text.indexOf('\\E', start + 2);
        const empty = start + 2 >= text.length || end === start + 2;
        this.#at = end < 0 ? text.length : end + 2;
        if (empty) return;
        break;
      }
      case 'p':
      case 'P':
        this.#unicodeClass();
        break;
      default:
        this.#character();
    }
    this.#push(LEAF);
  }

  #class(): void {
    const start = this.#at;
    const text = this.#text;
    this.#at++;
    if (text[this.#at] === '^') this.#at++;
    for (let first = true; text[this.#at] !== ']' || first; first = false) {
      const at = this.#at;
      if (text.startsWith('[:', at) && this.#lastNamedEnd >= at + 2) {
        const end = text.indexOf(':]', at + 2);
        if (!POSIX_CLASSES.has(text.slice(at + 2, end).replace(/^\^/, ''))) {
          this.#refuse(at, 'there is no character class of this name');
        }
        this.#at = end + 2;
        continue;
      }
      if (text[at] === '\\' && /[pP]/.test(text.charAt(at + 1))) {
        this.#unicodeClass();
        continue;
      }
      if (text[at] === '\\' && /[dDsSwW]/.test(text.charAt(at + 1))) {
        this.#at += 2;
        continue;
      }
      const low = this.#classCharacter(start);
      if (text[this.#at] !== '-' || this.#at + 1 >= text.length || text[this.#at + 1] === ']') continue;
      this.#at++;
      if (this.#classCharacter(start) < low) {
        this.#refuse(at, 'the range in the class ends before it begins');
      }
    }
    this.#at++;
  }

  #classCharacter(start: number): number {
    if (this.#at >= this.#text.length) this.#refuse(start, 'the class is not closed with ]');
    return this.#character();
  }

  /** Reads one character, escaped or not, and gives its code point. */
  #character(): number {
    const start = this.#at;
    const text = this.#text;
    if (text[start] !== '\\') {
      this.#at += width(text, start);
      return text.codePointAt(start) as number;
    }
    const char = text[start + 1];
    if (char === undefined) this.#refuse(start, 'a backslash stands at the end');
    this.#at += 2;
    if (!/[0-9A-Za-z]/.test(char) && char < '\x80') return char.charCodeAt(0);
    const plain = '\x07\f\n\r\t\v'['afnrtv'.indexOf(char)];
    if (plain !== undefined) return plain.charCodeAt(0);
    if (char === 'x') return this.#hexadecimal(start);
    if (char === '0' || (isOctal(char) && isOctal(text[this.#at]))) {
      let value = Number(char);
      for (let i = 0; i < 2 && isOctal(text[this.#at]); i++) {
        value = value * 8 + Number(text[this.#at++]);
      }
      return value;
    }
    if (isDigit(char) || char === 'k') this.#refuse(start, `the back-reference \\${char} is not known`);
    return this.#refuse(
      start,
      char < '\x80' ? `the escape \\${char} is not known` : 'the escape is not known',
    );
  }

  #hexadecimal(start: number): number {
    const text = this.#text;
    if (text[this.#at] !== '{') {
      const digits = text.slice(this.#at, this.#at + 2);
      if (!/^[0-9A-Fa-f]{2}$/.test(digits)) {
        this.#refuse(start, 'two hexadecimal digits or {…} must follow \\x');
      }
      this.#at += 2;
      return Number.parseInt(digits, 16);
    }
    let value = 0;
    let at = this.#at + 1;
    for (; /[0-9A-Fa-f]/.test(text.charAt(at)); at++) {
      value = value * 16 + Number.parseInt(text.charAt(at), 16);
      if (value > MAX_CODE_POINT) this.#refuse(start, 'there is no character of this number');
    }
    if (text[at] !== '}' || at === this.#at + 1) {
      this.#refuse(start, 'hexadecimal digits and } must follow \\x{');
    }
    this.#at = at + 1;
    return value;
  }

  /** `\pL`, `\p{Greek}`, `\P{^Lu}`. */
  #unicodeClass(): void {
    const start = this.#at;
    const text = this.#text;
    let name = text.charAt(start + 2);
    this.#at += 3;
    if (name === '{') {
      const end = text.indexOf('}', this.#at);
      if (end < 0) this.#refuse(start, 'the name of the class is not closed with }');
      name = text.slice(this.#at, end).replace(/^\^/, '');
      this.#at = end + 1;
    }
    if (name !== 'Any' && !CATEGORIES.test(name)) {
      this.#refuse(start, 'there is no class of characters of this name');
    }
  }
}

function newGroup(at: number, captures: boolean): Group {
  return { at, captures, last: undefined, repeats: 1, height: 1 };
}

/** Length of the character at a place, in UTF-16 units. */
function width(text: string, at: number): number {
  return (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= '0' && char <= '9';
}

function isOctal(char: string | undefined): boolean {
  return char !== undefined && char >= '0' && char <= '7';
}
