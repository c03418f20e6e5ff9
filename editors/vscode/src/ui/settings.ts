// The settings as they are now, and talking with the user about what is wrong.

import * as vscode from 'vscode';
import { read, type Settings } from '../core/settings';

const OPEN_SETTINGS = 'Open Settings';
const CHOOSE = 'Choose…';

export function settings(): Settings {
  const section = vscode.workspace.getConfiguration('margay');
  return read((name) => section.get(name));
}

export function openSettings(query: string): void {
  void vscode.commands.executeCommand('workbench.action.openSettings', query);
}

/** What went wrong, without the kind of error. */
export function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function firstFolder(): string | undefined {
  return vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
}

/** Tells what makes no sense in the settings. */
export async function complain(complaints: readonly string[]): Promise<void> {
  const chosen = await vscode.window.showWarningMessage(complaints.join(' '), OPEN_SETTINGS);
  if (chosen === OPEN_SETTINGS) openSettings('margay');
}

/** Stores the program that the user chooses; that the setting has changed starts the server. */
export async function askForProgram(why: string): Promise<void> {
  const chosen = await vscode.window.showErrorMessage(why, CHOOSE, OPEN_SETTINGS);
  if (chosen === OPEN_SETTINGS) openSettings('margay.path');
  if (chosen !== CHOOSE) return;
  const files = await vscode.window.showOpenDialog({ title: 'The program margay', canSelectMany: false });
  const file = files?.[0];
  if (file === undefined) return;
  const section = vscode.workspace.getConfiguration('margay');
  // Where the setting is, so that nothing hides the new one.
  const isOfWorkspace = section.inspect('path')?.workspaceValue !== undefined;
  const { Global, Workspace } = vscode.ConfigurationTarget;
  await section.update('path', file.fsPath, isOfWorkspace ? Workspace : Global);
}
