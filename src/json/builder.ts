import { END, NEXT, type NodeId, ROW, START } from './tree.ts';

/** Rows for so many nodes are there already: nearly every file has fewer, and memory of its own for each costs more than to copy. */
const SCRATCH = new Uint32Array(4096 * ROW);

/** The rows of a tree under construction; see `JsonDoc`. One at a time. */
export class TreeBuilder {
  #rows: Uint32Array = SCRATCH;
  size = 0;

  add(kind: number, start: number, end: number): NodeId {
    const at = this.size * ROW;
    if (at === this.#rows.length) this.#grow();
    const rows = this.#rows;
    rows[at] = kind;
    rows[at + START] = start;
    rows[at + END] = end;
    rows[at + NEXT] = this.size + 1;
    return this.size++;
  }

  /** The container ends at a byte offset, and holds all nodes that came behind it. */
  close(container: NodeId, end: number): void {
    const at = container * ROW;
    this.#rows[at + END] = end;
    this.#rows[at + NEXT] = this.size;
  }

  kind(node: NodeId): number {
    return this.#rows[node * ROW] as number;
  }

  start(node: NodeId): number {
    return this.#rows[node * ROW + START] as number;
  }

  end(node: NodeId): number {
    return this.#rows[node * ROW + END] as number;
  }

  /** The rows, which are the caller's from then on. */
  finish(): Uint32Array {
    return this.#rows === SCRATCH ? SCRATCH.slice(0, this.size * ROW) : this.#rows;
  }

  #grow(): void {
    const larger = new Uint32Array(this.#rows.length * 2);
    larger.set(this.#rows);
    this.#rows = larger;
  }
}
