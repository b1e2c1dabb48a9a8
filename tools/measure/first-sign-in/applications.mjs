import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../root.mjs'
import { Failure, mustRun } from '../../run.mjs'

/** @typedef {{ readonly command: readonly string[], readonly within?: boolean }} Step */
/**
 * @typedef {object} Kind
 * @property {string} name
 * @property {string} found the package whose version is told
 * @property {string} made its generator, as people know it
 * @property {readonly Step[]} generator its commands; `within` the folder of the application, or beside it
 * @property {Readonly<Record<string, string>>} [instead] what the generator writes, where it cannot load it
 * @property {string} origin where the application is
 * @property {string} base in front of the actions
 * @property {string} welcome the page that says who is signed in
 * @property {string} configuration the file that `latchstring init` writes
 * @property {string} providers what modules of providers are imported from
 */

const NUXT_MANIFEST = {
  name: 'app',
  type: 'module',
  private: true,
  scripts: { build: 'nuxt build', dev: 'nuxt dev', postinstall: 'nuxt prepare' },
  dependencies: { nuxt: '^4.1.0', vue: '^3.5.0', 'vue-router': '^4.6.0' },
}

/** @type {(id: string, name: string, ...packages: readonly string[]) => Kind} a server whose program `init` writes */
const server = (id, name, ...packages) => ({
  name,
  found: id,
  made: 'npm init',
  generator: [
    { command: ['npm', 'init', '-y'], within: true },
    { command: ['npm', 'install', '--no-audit', '--no-fund', ...packages], within: true },
  ],
  origin: 'http://localhost:3000',
  base: '/auth',
  welcome: '/',
  configuration: 'auth.mjs',
  providers: '@latchstring/core/providers',
})

/** @type {Readonly<Record<string, Kind>>} */
export const KINDS = {
  next: {
    name: 'Next.js',
    found: 'next',
    made: 'create-next-app',
    generator: [
      {
        command:
          'npx -y create-next-app@latest app --ts --app --no-eslint --no-tailwind --no-src-dir --import-alias @/* --skip-install --yes --disable-git'.split(
            ' ',
          ),
      },
    ],
    origin: 'http://localhost:3000',
    base: '/api/auth',
    welcome: '/welcome',
    configuration: 'auth.ts',
    providers: '@latchstring/next/providers',
  },
  express: server('express', 'Express', 'express'),
  hono: server('hono', 'Hono', 'hono', '@hono/node-server'),
  fastify: server('fastify', 'Fastify', 'fastify'),
  koa: server('koa', 'Koa', 'koa'),
  h3: server('h3', 'h3', 'h3@2'),
  sveltekit: {
    name: 'SvelteKit',
    found: '@sveltejs/kit',
    made: 'sv create',
    generator: [
      {
        command:
          'npx -y sv@latest create app --template minimal --types ts --no-add-ons --no-install'.split(
            ' ',
          ),
      },
    ],
    origin: 'http://localhost:5173',
    base: '/auth',
    welcome: '/welcome',
    configuration: 'src/auth.ts',
    providers: '@latchstring/core/providers',
  },
  nuxt: {
    name: 'Nuxt',
    found: 'nuxt',
    made: 'nuxi init',
    generator: [
      {
        command:
          'npx -y nuxi@latest init app --template minimal --packageManager npm --no-gitInit --no-install --no-modules'.split(
            ' ',
          ),
      },
    ],
    instead: {
      'package.json': `${JSON.stringify(NUXT_MANIFEST, null, 2)}\n`,
      'nuxt.config.ts':
        "// https://nuxt.com/docs/api/configuration/nuxt-config\nexport default defineNuxtConfig({\n  compatibilityDate: '2025-07-15',\n  devtools: { enabled: true }\n})\n",
      'app/app.vue':
        '<template>\n  <div>\n    <NuxtRouteAnnouncer />\n    <NuxtWelcome />\n  </div>\n</template>\n',
    },
    origin: 'http://localhost:3000',
    base: '/auth',
    welcome: '/welcome',
    configuration: 'server/latchstring.ts',
    providers: '@latchstring/core/providers',
  },
}

/** @type {(kind: Kind, app: string) => Promise<void>} adds a provider for mail, and the store that it needs */
export async function addMail({ configuration, providers }, app) {
  const quiet = { cwd: app, quiet: true }
  const pack = ['run', '-s', 'pack:app', app, '--', '--with', 'adapter-sql']
  await mustRun('npm', pack, { cwd: root, quiet: true })
  await mustRun('npm', ['install', '--no-audit', '--no-fund', '@libsql/client'], quiet)
  const written = join(app, configuration)
  // Without tsconfig.json it is JavaScript.
  const file = existsSync(written) ? written : written.replace(/\.ts$/, '.js')
  const before = readFileSync(file, 'utf8')
  const after = before.replace(
    'providers: [GitHub]',
    "adapter: openSqlAdapter('file:./data.db'), providers: [GitHub, Resend]",
  )
  if (after === before) throw new Failure(`${file} has no list of providers:\n${before}`)
  const imports = [
    `import Resend from '${providers}/resend'`,
    "import { openSqlAdapter } from '@latchstring/adapter-sql'",
  ]
  writeFileSync(file, `${imports.join('\n')}\n${after}`)
  const env = { DATABASE_URL: 'file:./data.db' }
  await mustRun('npx', ['@latchstring/cli', 'migrate', '--apply', '--yes'], { ...quiet, env })
}
