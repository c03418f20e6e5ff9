// A page that Margay wrote, as a panel of the editor may show it. What a panel loads and runs is named one by
// one: the page's own policy, which is for a browser, is replaced by one that lets only those through.

/** What a panel knows of itself. */
export interface Frame {
  /** The address that a file has in the panel; the name is relative to the page. */
  address(file: string): string;
  /** Where the panel may load style sheets from. */
  readonly source: string;
  /** What marks scripts and styles that were there when the page was made. */
  readonly nonce: string;
  /** The script that hands over clicks on links. */
  readonly bridge: string;
  /** The part of the page to show. */
  readonly fragment: string;
}

/** What a link in a panel leads to. */
export type Target =
  | { readonly kind: 'page'; readonly page: string; readonly fragment: string }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'source'; readonly address: string; readonly line: number };

// Text of the analysed program stands in pages with `<` escaped, so what looks like a tag is one. What is in
// scripts and styles is none, and is matched with them.
const TAG = /<(script|style)\b((?:[^>"']|"[^"]*"|'[^']*')*)>([\s\S]*?)<\/\1\s*>|<(link|meta)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/gi;

// The editor gives all pages in panels colours of its theme. These have their own, and with half of each they could
// not be read.
const PLAIN = 'body { padding: 0 } a, code, kbd, blockquote { color: revert; background: revert; border: revert; padding: revert }';

export function page(html: string, frame: Frame): string {
  const policy = [
    "default-src 'none'",
    `style-src ${frame.source} 'nonce-${frame.nonce}'`,
    `script-src 'nonce-${frame.nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const changed = html.replace(TAG, (all, block?: string, said?: string, body?: string, _tag?: string, other?: string) => {
    if (block !== undefined) {
      return `<${block} nonce="${frame.nonce}"${loaded(said ?? '', 'src', frame)}>${body}</${block}>`;
    }
    if (/http-equiv="?content-security-policy/i.test(all)) return '';
    if (/rel="?stylesheet/i.test(all)) return `<link nonce="${frame.nonce}"${loaded(other ?? '', 'href', frame)}>`;
    return all;
  });
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">`,
    `<style nonce="${frame.nonce}">${PLAIN}</style>`,
    `<script nonce="${frame.nonce}" data-fragment="${attribute(frame.fragment)}">${frame.bridge}</script>`,
  ].join('\n');
  return changed.replace(/<head\b[^>]*>/i, (tag) => `${tag}\n${head}`);
}

/** Where a link leads that stands on a page; nowhere if that is neither a page nor a file. */
export function target(from: string, href: string, text: string): Target | undefined {
  if (/^file:/i.test(href)) {
    return { kind: 'source', address: href, line: Number(/:(\d+)$/.exec(text.trim())?.[1] ?? 1) };
  }
  // The folder of the report stands for the whole world here: nothing above it can be named.
  const root = 'report:///';
  let url: URL;
  try {
    url = new URL(href, root + from);
  } catch {
    return undefined;
  }
  if (url.protocol !== 'report:' || url.host !== '') return undefined;
  let name: string;
  try {
    name = decodeURIComponent(url.pathname).replace(/^\/+/, '');
  } catch {
    return undefined;
  }
  // An escaped slash or dot must not lead out either.
  if (name === '' || name.split(/[\\/]/).some((part) => part === '..' || part === '')) return undefined;
  return name.endsWith('.html')
    ? { kind: 'page', page: name, fragment: url.hash.slice(1) }
    : { kind: 'file', file: name };
}

/** Attributes with the file that is loaded under its address in the panel. */
function loaded(attributes: string, name: string, frame: Frame): string {
  const pattern = new RegExp(`(\\s${name}=)"([^"]*)"`, 'i');
  return attributes.replace(pattern, (_, before: string, file: string) => `${before}"${attribute(frame.address(file))}"`);
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
