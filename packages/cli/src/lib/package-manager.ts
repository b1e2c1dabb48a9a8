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

/** What installs packages that only development needs. */
export const installForDevelopment = (
  manager: PackageManager,
  packages: readonly string[],
): string => `${INSTALL[manager]} -D ${packages.join(' ')}`

/** What runs a program of an installed package. */
export const executeCommand = (manager: PackageManager, program: string): string =>
  `${EXECUTE[manager]} ${program}`

/** How the program of a package is fetched and run; Yarn 1 cannot. */
const FETCH: Readonly<Record<PackageManager, string>> = {
  npm: 'npx',
  pnpm: 'pnpm dlx',
  yarn: 'npx',
  bun: 'bunx',
}

/** What fetches the program of a package and runs it. */
export const fetchCommand = (manager: PackageManager, program: string): string =>
  `${FETCH[manager]} ${program}`

const CLI = '@latchstring/cli'

/** What runs a command of this program, by a name that is ours on npm where the application has not installed it. */
export const latchstringCommand = (
  { packageManager, dependencies }: Project,
  command: string,
): string =>
  dependencies.has(CLI) && FETCH[packageManager] !== EXECUTE[packageManager]
    ? executeCommand(packageManager, `latchstring ${command}`)
    : `${FETCH[packageManager]} ${CLI} ${command}`

/** What runs a script of package.json. */
export const runScript = (manager: PackageManager, script: string): readonly string[] => [
  ...RUN[manager].split(' '),
  script,
]

/** Whether an application reads no file of variables by itself. */
export function needsVariables(project: Project, framework: Framework): boolean {
  // SvelteKit 2 hands its variables to the configuration that is written for it.
  const second = framework.id === 'sveltekit' && hasMajorVersion(project, framework, 2)
  return framework.start !== undefined && !second
}

/** What starts an application during development, with its variables. */
export function startCommand(project: Project, framework: Framework): string {
  const { packageManager, scripts } = project
  const { start, dev = 'vite dev' } = framework
  if (start !== undefined && needsVariables(project, framework)) return start
  const script = ['dev', 'start'].find((name) => scripts.includes(name))
  return script === undefined
    ? executeCommand(packageManager, dev)
    : `${RUN[packageManager]} ${script}`
}
