import { type Framework, hasMajorVersion } from './framework.ts'
import type { PackageManager, Project } from './project.ts'

const INSTALL: Readonly<Record<PackageManager, string>> = {
  npm: 'npm install',
  pnpm: 'pnpm add',
  yarn: 'yarn add',
  bun: 'bun add',
}

const RUN: Readonly<Record<PackageManager, string>> = {
  npm: 'npm run',
  pnpm: 'pnpm',
  yarn: 'yarn',
  bun: 'bun run',
}

const EXECUTE: Readonly<Record<PackageManager, string>> = {
  npm: 'npx',
  pnpm: 'pnpm exec',
  yarn: 'yarn',
  bun: 'bunx',
}

/** What installs packages. */
export const installCommand = (manager: PackageManager, packages: readonly string[]): string =>
  `${INSTALL[manager]} ${packages.join(' ')}`

/** What runs a script of package.json. */
export const runScript = (manager: PackageManager, script: string): readonly string[] => [
  ...RUN[manager].split(' '),
  script,
]

/** What starts an application during development, with its variables. */
export function startCommand(project: Project, framework: Framework): string {
  const { packageManager, scripts } = project
  const { start, dev = 'vite dev' } = framework
  // SvelteKit 2 hands its variables to the configuration that is written for it.
  const second = framework.id === 'sveltekit' && hasMajorVersion(project, framework, 2)
  if (start !== undefined && !second) return start
  const script = ['dev', 'start'].find((name) => scripts.includes(name))
  return script === undefined
    ? `${EXECUTE[packageManager]} ${dev}`
    : `${RUN[packageManager]} ${script}`
}
