// The path to a finding, as entries with the numbers and letters that the report has for them.

/** A range in a text; lines and characters are counted from 0. */
export interface Place {
  readonly uri: string;
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

export interface Note {
  readonly place: Place;
  readonly message: string;
}

/** What a diagnostic of the server says. */
export interface Finding extends Note {
  readonly rule: string;
  /** Steps of the path, then places that belong to the defect, then calls. */
  readonly related: readonly Note[];
}

/** A step has a number, the fault the last one; a place that is no step has a letter, a call has nothing. */
export interface Entry extends Note {
  readonly kind: 'step' | 'fault' | 'place' | 'call';
  readonly label: string;
}

/** A step as a hover tells it. */
export interface Told {
  readonly number: number;
  readonly message: string;
}

/** What the server says of a place from which a function was called. */
const CALL = 'called from here';

/** What stands between several findings in a hover. */
const BETWEEN_FINDINGS = '\n---\n\n';

/**
 * The steps of a finding in the text of a hover, which may tell of others at the same place. A diagnostic does not
 * say which of its related places are steps, and with which number they begin if the first ones were left out; the
 * hover does.
 */
export function told(hover: string, finding: Finding): readonly Told[] {
  const isIt = (part: string) => part.startsWith(`**${title(finding)}** (${finding.rule})`);
  const own = hover.split(BETWEEN_FINDINGS).find(isIt) ?? hover;
  const steps = [...own.matchAll(/^(\d+)\. line \d+(?: of .+?)?: (.*)$/gm)];
  return steps.map(([, number, message]) => ({ number: Number(number), message: message ?? '' }));
}

/**
 * The entries of a finding, in the order of the path. If the hover was one of another finding, everything
 * but calls counts as a step.
 */
export function entries(finding: Finding, steps: readonly Told[]): readonly Entry[] {
  const { related } = finding;
  const isCall = (note: Note) => note.message === CALL;
  const fits = steps.every(({ message }, index) => related[index]?.message === message);
  let count = fits ? steps.length : related.findIndex(isCall);
  if (count < 0) count = related.length;
  const first = (fits ? steps[0]?.number : undefined) ?? 1;
  const number = (index: number) => String(first + index);
  const rest = related.slice(count);
  const places = rest.filter((note) => !isCall(note));
  return [
    ...related.slice(0, count).map((note, index) => ({ ...note, kind: 'step' as const, label: number(index) })),
    { place: finding.place, message: title(finding), kind: 'fault', label: number(count) },
    ...places.map((note, index) => ({ ...note, kind: 'place' as const, label: letter(index) })),
    ...rest.filter(isCall).map((note) => ({ ...note, kind: 'call' as const, label: '' })),
  ];
}

/** What goes wrong, without the input, which stands below it. */
export function title(finding: Finding): string {
  return finding.message.split('\n', 1)[0] ?? '';
}

/** What stands at the end of each line of a text. */
export function marks(all: readonly Entry[], uri: string): ReadonlyMap<number, string> {
  const labels = new Map<number, string[]>();
  for (const { place, label } of all) {
    if (place.uri !== uri || label === '') continue;
    const { line } = place.start;
    labels.set(line, [...(labels.get(line) ?? []), label]);
  }
  return new Map([...labels].map(([line, at]) => [line, shortened(at)]));
}

/** The finding among others that is this one after the text was edited. */
export function same(finding: Finding, others: readonly Finding[]): Finding | undefined {
  const distance = (other: Finding) => Math.abs(other.place.start.line - finding.place.start.line);
  const alike = others.filter((other) => other.rule === finding.rule && title(other) === title(finding));
  return alike.sort((a, b) => distance(a) - distance(b))[0];
}

/** Somebody who walks along the steps up to the fault; the other entries can be looked at, too. */
export class Walk {
  #at: number;
  readonly #steps: number;

  /** Begins at an entry; without one at the fault, which is where the finding is. */
  constructor(readonly entries: readonly Entry[], at?: number) {
    this.#steps = entries.findIndex((entry) => entry.kind === 'fault') + 1;
    this.#at = Math.min(at ?? this.#steps - 1, entries.length - 1);
  }

  get at(): number {
    return this.#at;
  }

  get entry(): Entry | undefined {
    return this.entries[this.#at];
  }

  /** Goes along the path; from its end to its beginning, and back. */
  move(by: 1 | -1): Entry | undefined {
    const isStep = this.#at < this.#steps;
    const from = isStep ? this.#at : by > 0 ? -1 : this.#steps;
    this.#at = (from + by + this.#steps) % this.#steps;
    return this.entry;
  }

  goTo(entry: Entry): void {
    const at = this.entries.indexOf(entry);
    if (at >= 0) this.#at = at;
  }
}

function letter(index: number): string {
  const last = String.fromCharCode(97 + (index % 26));
  return index < 26 ? last : letter(Math.floor(index / 26) - 1) + last;
}

/** A line of a loop has many steps. */
function shortened(labels: readonly string[]): string {
  const most = 6;
  return labels.length <= most ? labels.join(', ') : [...labels.slice(0, most - 1), '…', labels.at(-1)].join(', ');
}
