// Draws icon.png, the eye of a cat: `node scripts/icon.mjs`. What comes of it is kept in the repository.

import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';

const SIZE = 128;
/** Points in each direction that a pixel is the mean of. */
const FINE = 4;

const FUR = [201, 138, 66];
const SPOT = [58, 36, 22];
const IRIS = [168, 196, 74];
const PUPIL = [20, 16, 14];
const LIGHT = [255, 255, 255];

const far = (x, y, cx, cy) => Math.hypot(x - cx, y - cy);
const isCard = (x, y) => far(x, y, clamp(x, 22, 106), clamp(y, 22, 106)) <= 22;
/** Where two discs overlap is the shape of an eye. */
const isEye = (x, y, grown = 0) => far(x, y, 64, 110) < 66 + grown && far(x, y, 64, 28) < 66 + grown;
const isPupil = (x, y) => far(x, y, 86, 69) < 30 && far(x, y, 42, 69) < 30;
/** Rosettes: rings that are open on one side. */
const isSpot = (x, y) => [[26, 26, 0.4], [64, 18, 1.6], [102, 26, 2.8], [40, 114, 5.4], [88, 114, 4]].some(([cx, cy, open]) => {
  const [away, turn] = [far(x, y, cx, cy), Math.atan2(y - cy, x - cx)];
  return away > 4.5 && away < 9.5 && Math.cos(turn - open) < 0.75;
});

function colour(x, y) {
  if (!isCard(x, y)) return [0, 0, 0, 0];
  if (isEye(x, y)) {
    if (far(x, y, 56, 60) < 4.5) return [...LIGHT, 255];
    return [...(isPupil(x, y) ? PUPIL : IRIS), 255];
  }
  return [...(isEye(x, y, 5) || isSpot(x, y) ? SPOT : FUR), 255];
}

function pixel(px, py) {
  const sum = [0, 0, 0, 0];
  for (let at = 0; at < FINE * FINE; at += 1) {
    const [r, g, b, a] = colour(px + ((at % FINE) + 0.5) / FINE, py + (Math.floor(at / FINE) + 0.5) / FINE);
    [r * a, g * a, b * a, a].forEach((value, index) => { sum[index] += value; });
  }
  const [r, g, b, a] = sum;
  return [...[r, g, b].map((value) => (a === 0 ? 0 : Math.round(value / a))), Math.round(a / (FINE * FINE))];
}

function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

const header = Buffer.alloc(13);
header.writeUInt32BE(SIZE, 0);
header.writeUInt32BE(SIZE, 4);
// Eight bits for each of red, green, blue and opacity.
header.set([8, 6, 0, 0, 0], 8);
const rows = Array.from({ length: SIZE }, (_, y) => [0, ...Array.from({ length: SIZE }, (_, x) => pixel(x, y)).flat()]);
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const image = deflateSync(Buffer.from(rows.flat()), { level: 9 });
const file = join(dirname(fileURLToPath(import.meta.url)), '..', 'icon.png');
writeFileSync(file, Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', image), chunk('IEND', Buffer.alloc(0))]));
