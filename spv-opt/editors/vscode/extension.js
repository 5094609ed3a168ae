// Starts `spv-opt lsp` for texts of the language spv-mlir.

const vscode = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');

let client;

async function start() {
  const settings = vscode.workspace.getConfiguration('spv-opt');
  const command = settings.get('path', 'spv-opt');
  const targetEnv = settings.get('targetEnv', '');
  client = new LanguageClient(
    'spv-opt',
    'spv-opt',
    { command, args: ['lsp'], transport: TransportKind.stdio },
    {
      documentSelector: [{ language: 'spv-mlir' }],
      initializationOptions: { targetEnv },
      synchronize: { configurationSection: 'spv-opt' },
    },
  );
  await client.start();
}

async function activate(context) {
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration('spv-opt.path')) {
        await deactivate();
        await start();
      }
    }),
  );
  await start();
}

async function deactivate() {
  const stopped = client;
  client = undefined;
  if (stopped) {
    await stopped.stop();
  }
}

module.exports = { activate, deactivate };
