import childProcess from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns'
import Module, { register, syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import workerThreads from 'node:worker_threads'
import { isObject } from '../../values.ts'
import { captureAll } from './captured.ts'
import { inert } from './inert.ts'
import { isEntry, isLeftAlone, isMark } from './left-alone.ts'
import { refuse } from './used.ts'

/*
 * Loaded before the application, in its process. Files cannot be written, by the permission model of Node.js; what is not a matter
 * of files is refused here.
 */

function describeTarget([first, second]: readonly unknown[]): string {
  // `net.connect` hands on its arguments as a list.
  const list: readonly unknown[] = Array.isArray(first) ? first : [first, second]
  const [given, host] = list
  if (!isObject(given)) return typeof host === 'string' ? `${host}:${String(given)}` : String(given)
  const { path, host: name, port } = given
  if (typeof path === 'string') return path
  return `${typeof name === 'string' ? name : 'localhost'}:${Number(port)}`
}

/** A connection that is refused as one that cannot be made. */
function connect(this: net.Socket, ...args: unknown[]): net.Socket {
  const error = refuse({ kind: 'connection', what: describeTarget(args) })
  process.nextTick(() => this.destroy(error))
  return this
}

/** An application may start its server beside the configuration. Nobody is to come, and its port may be taken. */
function listen(this: net.Server, ...args: unknown[]): net.Server {
  const started = args.at(-1)
  if (typeof started === 'function')
    this.once('listening', () => void Reflect.apply(started, this, []))
  process.nextTick(() => this.emit('listening'))
  return this
}

/** Replaces functions of a module of Node.js by ones that throw. */
function refuseAll(target: object, kind: 'connection' | 'program', names: readonly string[]): void {
  for (const name of names) {
    // Not an arrow: some are called with `new`.
    const refused = function (...[first]: unknown[]): never {
      throw refuse({ kind, what: typeof first === 'string' ? first : name })
    }
    Reflect.set(target, name, refused)
  }
}

/** Packages that are required and not imported. */
function guardRequire(): void {
  // Undocumented, and what every tool that watches `require` replaces.
  const loader = Module as unknown as {
    _load: (request: string, parent: unknown, isMain: boolean) => unknown
  }
  const { _load: load } = loader
  loader._load = (request, parent, isMain) => {
    if (isLeftAlone(request)) return inert(request)
    if (isMark(request)) return {}
    const loaded = load(request, parent, isMain)
    return isEntry(request) && isObject(loaded) ? captureAll(request, loaded) : loaded
  }
}

net.Socket.prototype.connect = connect
net.Server.prototype.listen = listen
net.Server.prototype.address = () => ({ address: '127.0.0.1', family: 'IPv4', port: 0 })
refuseAll(dgram.Socket.prototype, 'connection', ['bind', 'send', 'connect'])
// Each resolver asks a server by itself, past the functions of the module.
for (const names of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  const asking = Object.getOwnPropertyNames(names).filter((name) =>
    /^(?:lookup|resolve|reverse)/.test(name),
  )
  refuseAll(names, 'connection', asking)
}
refuseAll(childProcess, 'program', [
  'exec',
  'execFile',
  'execFileSync',
  'execSync',
  'fork',
  'spawn',
  'spawnSync',
])
// What all of these start a program by.
refuseAll(childProcess.ChildProcess.prototype, 'program', ['spawn'])
// From Node.js 23.11 on: another program in place of this one.
if ('execve' in process) refuseAll(process, 'program', ['execve'])
refuseAll(workerThreads, 'program', ['Worker'])
// Code that is not JavaScript could do what is refused above: drivers of databases, and also functions that hash passwords.
process.dlopen = (module: object, file: string): void => {
  Reflect.set(module, 'exports', inert(file.split(/[/\\]node_modules[/\\]/).at(-1) ?? file))
}
guardRequire()
syncBuiltinESMExports()
register(new URL('./hooks.js', import.meta.url))
