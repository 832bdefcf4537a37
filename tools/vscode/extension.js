// Starts `tqc lsp` for .tq files and, where they are wanted, .py files; the code lenses
// run the compiler in a terminal.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function runInTerminal(words) {
  const name = "tqc";
  const terminal = vscode.window.terminals.find((one) => one.name === name)
    || vscode.window.createTerminal(name);
  terminal.show(true);
  terminal.sendText(words.map((word) => `'${String(word).replace(/'/g, "'\\''")}'`).join(" "));
}

exports.activate = (context) => {
  const settings = vscode.workspace.getConfiguration("tqc");
  const command = settings.get("path");
  const languages = settings.get("python") ? ["tq", "python"] : ["tq"];
  client = new LanguageClient("tqc", "tqc", { command, args: ["lsp"] },
    { documentSelector: languages.map((language) => ({ scheme: "file", language })) });
  const programOf = (name) => command.replace(/tqc$/, name);
  context.subscriptions.push(
    vscode.commands.registerCommand("tqc.check",
      (level, path, device) => runInTerminal(
        [programOf("tq-run"), "check", level, path, ...(device ? ["--device", device] : [])])),
    vscode.commands.registerCommand("tqc.explain",
      (kernel) => runInTerminal([command, kernel, "--explain"])));
  return client.start();
};

exports.deactivate = () => client && client.stop();
