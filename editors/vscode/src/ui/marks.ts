// The numbers of steps, at the ends of their lines, and the line of the step in hand.

import * as vscode from 'vscode';
import { marks, type Entry } from '../core/path';
import { range } from './findings';

export class Marks implements vscode.Disposable {
  readonly #numbers = vscode.window.createTextEditorDecorationType({
    after: { margin: '0 0 0 2em', color: new vscode.ThemeColor('editorCodeLens.foreground') },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  readonly #current = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.stackFrameHighlightBackground'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.infoForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  });

  /** Shows a path in all editors; an empty one takes everything away. */
  show(entries: readonly Entry[], current: Entry | undefined): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const uri = editor.document.uri.toString();
      const numbers = [...marks(entries, uri)].map(([line, label]) => ({
        range: endOf(editor.document, line),
        renderOptions: { after: { contentText: `◂ ${label}` } },
        hoverMessage: entries
          .filter((entry) => entry.place.uri === uri && entry.place.start.line === line && entry.label !== '')
          .map((entry) => plain(`${entry.label}. ${entry.message}`)),
      }));
      editor.setDecorations(this.#numbers, numbers);
      const isHere = current !== undefined && current.place.uri === uri;
      editor.setDecorations(this.#current, isHere ? [{ range: range(current.place) }] : []);
    }
  }

  dispose(): void {
    this.#numbers.dispose();
    this.#current.dispose();
  }
}

/** Words of the analysed program are no markup. */
function plain(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(text);
}

function endOf(document: vscode.TextDocument, line: number): vscode.Range {
  // The text may have become shorter since it was analysed.
  const { end } = document.lineAt(Math.min(line, document.lineCount - 1)).range;
  return new vscode.Range(end, end);
}
