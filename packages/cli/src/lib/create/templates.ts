import type { Framework } from '../framework.ts'
import type { NewFile } from '../setup.ts'

/** What an application of a framework has before `init` adds sign-in and a page. */
export interface Template {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly overrides?: Readonly<Record<string, string>>
  /** Those that `init` does not add. */
  readonly scripts?: Readonly<Record<string, string>>
  readonly files?: readonly NewFile[]
}

/** A file of settings. */
const json = (path: string, value: unknown): NewFile => ({
  path,
  text: `${JSON.stringify(value, undefined, 2)}\n`,
})

const next: Template = {
  dependencies: { next: '^16.4.0', react: '^19.0.0', 'react-dom': '^19.0.0' },
  devDependencies: {
    '@types/node': '^20',
    '@types/react': '^19',
    '@types/react-dom': '^19',
    typescript: '^5',
  },
  files: [
    // What Next.js would write itself, but for the types of the server of development.
    json('tsconfig.json', {
      compilerOptions: {
        target: 'ES2017',
        lib: ['dom', 'dom.iterable', 'esnext'],
        allowJs: true,
        skipLibCheck: true,
        strict: true,
        noEmit: true,
        esModuleInterop: true,
        module: 'esnext',
        moduleResolution: 'bundler',
        resolveJsonModule: true,
        isolatedModules: true,
        jsx: 'react-jsx',
        incremental: true,
        plugins: [{ name: 'next' }],
        paths: { '@/*': ['./*'] },
      },
      include: [
        'next-env.d.ts',
        '**/*.ts',
        '**/*.tsx',
        '.next/types/**/*.ts',
        '.next/dev/types/**/*.ts',
        '**/*.mts',
      ],
      exclude: ['node_modules'],
    }),
  ],
}

const hono: Template = {
  dependencies: { '@hono/node-server': '^2.0.0', hono: '^4.12.21' },
  devDependencies: { '@types/node': '^20', tsx: '^4.20.0', typescript: '^5' },
  files: [
    json('tsconfig.json', {
      compilerOptions: {
        target: 'ESNext',
        module: 'NodeNext',
        strict: true,
        verbatimModuleSyntax: true,
        skipLibCheck: true,
        types: ['node'],
        allowImportingTsExtensions: true,
        noEmit: true,
      },
      exclude: ['node_modules'],
    }),
  ],
}

const sveltekit: Template = {
  dependencies: {},
  devDependencies: {
    '@sveltejs/adapter-node': '^6.0.1',
    '@sveltejs/kit': '^3.2.0',
    '@sveltejs/vite-plugin-svelte': '^7.3.1',
    svelte: '^5.57.3',
    'svelte-check': '^4.6.0',
    typescript: '^6.0.3',
    vite: '^8.3.8',
  },
  scripts: {
    dev: 'vite dev',
    build: 'vite build',
    start: 'node --env-file=.env build/index.js',
    check: 'svelte-kit sync && svelte-check --tsconfig ./tsconfig.json',
  },
  files: [
    json('tsconfig.json', {
      extends: '$app/tsconfig',
      include: ['src', '*'],
      exclude: ['src/service-worker'],
    }),
    {
      path: 'vite.config.ts',
      text: `import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [sveltekit({ adapter: adapter() })] })
`,
    },
    {
      path: 'src/app.html',
      text: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    %sveltekit.head%
  </head>
  <body>
    <div>%sveltekit.body%</div>
  </body>
</html>
`,
    },
  ],
}

const nuxt: Template = {
  dependencies: { nuxt: '^4.4.6' },
  // Nuxt 4.5.2 builds nothing with Vite 8.4.0, which npm installs.
  overrides: { vite: '8.3.8' },
  scripts: {
    dev: 'nuxt dev',
    build: 'nuxt build',
    start: 'node --env-file=.env .output/server/index.mjs',
  },
  files: [
    json('tsconfig.json', {
      files: [],
      references: ['app', 'server', 'shared', 'node'].map((part) => ({
        path: `./.nuxt/tsconfig.${part}.json`,
      })),
    }),
    {
      path: 'nuxt.config.ts',
      text: "export default defineNuxtConfig({\n  compatibilityDate: '2026-11-01',\n})\n",
    },
    {
      path: 'app/app.vue',
      text: `<script setup lang="ts">
const { session, signIn, signOut } = useAuth()
</script>

<template>
  <main v-if="session">
    <p>Signed in as {{ session.user?.name ?? session.user?.email ?? 'a person without a name' }}</p>
    <button @click="signOut()">Sign out</button>
  </main>
  <main v-else>
    <p>You are not signed in.</p>
    <button @click="signIn()">Sign in</button>
  </main>
</template>
`,
    },
  ],
}

/** New applications, by the id of the framework: in the language that its own starter has, and JavaScript where it has none. */
export const TEMPLATES: Readonly<Record<Framework['id'], Template>> = {
  next,
  express: { dependencies: { express: '^5.0.0' } },
  hono,
  fastify: { dependencies: { fastify: '^5.0.0' } },
  koa: { dependencies: { koa: '^3.0.0' } },
  h3: { dependencies: { h3: '^2.0.1' } },
  sveltekit,
  nuxt,
}
