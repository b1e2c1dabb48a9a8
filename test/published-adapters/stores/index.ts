import { d1 } from './d1.ts'
import { drizzle } from './drizzle.ts'
import { dynamodb } from './dynamodb.ts'
import { kysely } from './kysely.ts'
import { mikroOrm } from './mikro-orm.ts'
import { pg } from './pg.ts'
import { prisma } from './prisma.ts'
import { sequelize } from './sequelize.ts'
import type { PublishedAdapter } from './store.ts'
import { typeorm } from './typeorm.ts'
import { unstorage } from './unstorage.ts'
import { upstashRedis } from './upstash-redis.ts'

/** Every published adapter whose store runs on a machine without services of others. */
export const PUBLISHED: readonly PublishedAdapter[] = [
  pg,
  kysely,
  drizzle,
  prisma,
  typeorm,
  sequelize,
  mikroOrm,
  unstorage,
  upstashRedis,
  dynamodb,
  d1,
]
