import { expect, it } from 'vitest'
import { allCaptured, captureAll } from './captured.ts'

class LatchstringModule {
  static readonly made = 'a module'
  static forRoot(config: object): object {
    return { module: this.made, config }
  }
}

it('keeps the configuration that the module of NestJS is given, once, and calls it as before', () => {
  const { LatchstringModule: captured } = captureAll('@latchstring/nestjs', { LatchstringModule })
  const config = { providers: [] }
  // What was given, with the same methods.
  const module = captured as typeof LatchstringModule
  const made = module.forRoot(config)
  expect(made).toEqual({ module: 'a module', config })
  module.forRoot(config)
  const at: unknown = expect.stringMatching(/\.ts:\d+$/)
  expect(allCaptured()).toEqual([{ from: '@latchstring/nestjs', config, options: undefined, at }])
})
