// Scripts for pages are built in as text.
declare module '*.webview.js' {
  const text: string;
  export default text;
}
