import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))

/** @type {(folder: string) => string} the path of a package's sources, as the bundler wants it */
const sources = (folder) => `../../../${folder}/src`

/** @type {import('next').NextConfig} */
const config = {
  distDir: process.env['CONTRACT_DIST_DIR'] ?? '.next',
  poweredByHeader: false,
  outputFileTracingRoot: root,
  serverExternalPackages: ['nodemailer', '@simplewebauthn/server'],
  // Types are checked with those of all tests.
  typescript: { ignoreBuildErrors: true },
  turbopack: {
    root,
    // Here too the packages resolve to their sources: the bundler knows no conditions of an application.
    resolveAlias: {
      '#primitives': `${sources('packages/core')}/lib/crypto/primitives-node.ts`,
      '@latchstring/core': `${sources('packages/core')}/index.ts`,
      '@latchstring/core/*': `${sources('packages/core')}/*.ts`,
      '@latchstring/next': `${sources('frameworks/next')}/index.ts`,
    },
  },
}

// oxlint-disable-next-line import/no-default-export -- Next.js reads this one.
export default config
