import type { ProcessEnvironment } from '../terminal.ts'

/** Where `{port}` is the port of a program in the workspace. */
const NAME = 'LATCHSTRING_WORKSPACE'

/**
 * The addresses at which a remote workspace shows its ports to the developer's browser, as its platform says in variables: GitHub
 * Codespaces, Gitpod, or another one that the developer has named.
 */
export function findWorkspace(env: ProcessEnvironment['env']): string | undefined {
  const { CODESPACES, CODESPACE_NAME, GITPOD_WORKSPACE_URL = '' } = env
  if (env[NAME] !== undefined) return env[NAME]
  if (CODESPACES === 'true' && CODESPACE_NAME !== undefined) {
    const domain = env['GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN'] ?? 'app.github.dev'
    return `https://${CODESPACE_NAME}-{port}.${domain}`
  }
  if (!URL.canParse(GITPOD_WORKSPACE_URL)) return undefined
  return `https://{port}-${new URL(GITPOD_WORKSPACE_URL).host}`
}

/** An address on this machine as the browser of the developer opens it. */
export function inWorkspace(address: string, workspace: string | undefined): string {
  if (workspace === undefined) return address
  const { origin, port, pathname } = new URL(address)
  const outside = workspace.replace('{port}', port || '80')
  return address === origin ? outside : `${outside}${pathname}`
}
