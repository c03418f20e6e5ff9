// What the settings say. The editor lets users write any value there: each that makes no sense is left out,
// with a sentence for its author, and the others count.

/** What the server is told; these are the names that it knows. */
export interface ServerSettings {
  readonly timeout: number;
  readonly clangFlags: readonly string[];
}

export interface Settings {
  readonly path: string;
  readonly server: ServerSettings;
  readonly checkArguments: readonly string[];
  /** What makes no sense, in words. */
  readonly complaints: readonly string[];
}

/** Reads all settings by their names below `margay`. */
export function read(get: (name: string) => unknown): Settings {
  const complaints: string[] = [];
  function value<T>(name: string, otherwise: T, wanted: string, fits: (value: unknown) => value is T): T {
    const given = get(name) ?? otherwise;
    if (fits(given)) return given;
    complaints.push(`margay.${name} has to be ${wanted}, and is ${JSON.stringify(given)}; it is left out.`);
    return otherwise;
  }
  const path = value('path', '', 'a path', isText).trim();
  const timeout = value('timeout', 20, 'a number of seconds from 1 on', isSeconds);
  const clangFlags = value('clangFlags', [], 'a list of texts', isTexts);
  const checkArguments = value('checkArguments', [], 'a list of texts', isTexts);
  return { path, server: { timeout, clangFlags }, checkArguments, complaints };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

function isSeconds(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}
