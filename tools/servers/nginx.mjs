import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPrivateServer } from './private-server.mjs'
import { ensureProgram } from './stores.mjs'

/**
 * The settings of a cache that keeps whatever it may for ten minutes. What it must not keep is left to the headers of the
 * answers; `ignored` names those that an operator made it overlook.
 *
 * @type {(folder: string, port: number, origin: string, ignored: readonly string[]) => string}
 */
const configuration = (folder, port, origin, ignored) => `daemon off;
master_process off;
pid ${folder}/pid;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  proxy_cache_path ${folder}/cache keys_zone=shared:1m;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${origin};
      proxy_cache shared;
      proxy_cache_valid any 10m;
      ${ignored.length > 0 ? `proxy_ignore_headers ${ignored.join(' ')};` : ''}
      add_header X-Cache-Status $upstream_cache_status always;
    }
  }
}
`

/**
 * Starts an nginx that answers for a web server, and keeps its answers for everybody.
 *
 * @param {string} origin of the web server
 * @param {object} [options]
 * @param {readonly string[]} [options.ignored] headers of answers that it overlooks
 * @returns {Promise<import('./private-server.mjs').PrivateServer>}
 */
export async function startSharedCache(origin, { ignored = [] } = {}) {
  const program = await ensureProgram('nginx', 'nginx', 'nginx')
  return startPrivateServer({
    name: 'nginx',
    accounts: ['www-data', 'nobody'],
    command(data, port) {
      const file = join(data, 'nginx.conf')
      writeFileSync(file, configuration(data, port, origin, ignored))
      return [program, '-p', data, '-c', file, '-e', 'stderr']
    },
    url: (port) => `http://127.0.0.1:${port}`,
  })
}
