/**
 * Latchstring storage in Redis.
 *
 * @packageDocumentation
 */
export type { IoRedisClient, NodeRedisClient, RedisClient, ScriptParameters } from './lib/client.ts'
export { type RedisAdapter, type RedisAdapterOptions, redisAdapter } from './lib/redis-adapter.ts'
export { type AdapterMethods, isUniqueViolation } from '@latchstring/adapter-kit'
