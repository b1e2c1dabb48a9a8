import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    sveltekit({
      adapter: adapter(),
      // The production server takes itself for https, and would refuse forms of pages that were opened without it, as by
      // `npm start` here. Behind a proxy with https this is not needed.
      csrf: { trustedOrigins: ['http://localhost:3000'] },
    }),
  ],
})
