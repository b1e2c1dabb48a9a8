/** A plugin of Vite that puts `renewed-cache.mjs` in the place of the module that keeps things. */
import { join } from 'node:path'
import { root } from '../root.mjs'

const CACHE = join(root, 'packages/core/src/lib/kit/cache.ts')
const RENEWED = join(root, 'tools/mutation/renewed-cache.mjs')

/** @type {import('vite').Plugin} */
export const renewCaches = {
  name: 'renew-caches',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!source.endsWith('/cache.ts') || importer === RENEWED) return null
    const found = await this.resolve(source, importer, { skipSelf: true })
    return found?.id === CACHE ? RENEWED : null
  },
}
