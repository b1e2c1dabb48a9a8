export * from '@latchstring/core/errors'
