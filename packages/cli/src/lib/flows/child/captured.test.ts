import { expect, it } from 'vitest'
import { allCaptured, captureAll } from './captured.ts'

class LatchstringModule {
  static readonly made = 'a module'
  static forRoot(config: object): object {
    return { module: this.made, config }
  }
}

it('keeps the configuration that the module of NestJS is given, and calls it as before', () => {
  const { LatchstringModule: captured } = captureAll('@latchstring/nestjs', { LatchstringModule })
  const config = { providers: [] }
  // What was given, with the same methods.
  const made = (captured as typeof LatchstringModule).forRoot(config)
  expect(made).toEqual({ module: 'a module', config })
  expect(allCaptured()).toEqual([{ from: '@latchstring/nestjs', config, options: undefined }])
})
