import node from '@astrojs/node'
import latchstring from '@latchstring/astro'
import { defineConfig } from 'astro/config'

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  integrations: [latchstring()],
})
