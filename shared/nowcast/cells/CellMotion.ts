import type { PlanePoint, Velocity } from './plane.ts';

/** Variance of a minute's mean about the cell's path, as shares of the cell's: fixed, and divided by the flashes. */
const FIXED_SHARE = 0.15;
const EACH_SHARE = 8;
const LEAST_SPREAD_KM2 = 0.25;
/** How quickly a cell's velocity wanders, (km/min)² a minute. */
const TURNING = 0.012 ** 2;
const FIRST_POSITION_KM2 = 30;
const FIRST_SPEED_VARIANCE = 0.6 ** 2;
const BORROWED_SPEED_VARIANCE = 0.15 ** 2;

/**
 * A Kalman filter of constant velocity over each minute's mean. Both axes share one covariance. Flashes of a cell are
 * not independent: their mean is far less certain than their spread and number suggest.
 */
export class CellMotion {
  private xKm: number;
  private yKm: number;
  private vx: number;
  private vy: number;
  private positionVariance = FIRST_POSITION_KM2;
  private covariance = 0;
  private speedVariance: number;

  /** `guess`: the velocity of neighbouring cells, if there are any. */
  constructor(at: PlanePoint, guess: Velocity | undefined) {
    this.xKm = at.xKm;
    this.yKm = at.yKm;
    this.vx = guess?.vx ?? 0;
    this.vy = guess?.vy ?? 0;
    this.speedVariance = guess ? BORROWED_SPEED_VARIANCE : FIRST_SPEED_VARIANCE;
  }

  get position(): PlanePoint {
    return { xKm: this.xKm, yKm: this.yKm };
  }

  /** The raw estimate, too fast on average where little is known. */
  get velocity(): Velocity {
    return { vx: this.vx, vy: this.vy };
  }

  /** Of each axis of the velocity, km/min. */
  get sigma(): number {
    return Math.sqrt(this.speedVariance);
  }

  /** The velocity shrunk towards zero by its uncertainty. */
  get believed(): Velocity {
    const square = this.vx ** 2 + this.vy ** 2;
    if (square === 0) return this.velocity;
    const share = square / (square + 2 * this.speedVariance);
    return { vx: this.vx * share, vy: this.vy * share };
  }

  predict(minutes: number): void {
    this.xKm += this.vx * minutes;
    this.yKm += this.vy * minutes;
    this.positionVariance +=
      2 * this.covariance * minutes + this.speedVariance * minutes ** 2 + (TURNING * minutes ** 3) / 3;
    this.covariance += this.speedVariance * minutes + (TURNING * minutes ** 2) / 2;
    this.speedVariance += TURNING * minutes;
  }

  /** Takes the mean of `count` new flashes at the predicted instant. `spreadKm2`: the cell's, along one axis. */
  observe({ xKm, yKm }: PlanePoint, count: number, spreadKm2: number): void {
    const total = this.positionVariance + Math.max(LEAST_SPREAD_KM2, spreadKm2) * (FIXED_SHARE + EACH_SHARE / count);
    const positionGain = this.positionVariance / total;
    const speedGain = this.covariance / total;
    const [dx, dy] = [xKm - this.xKm, yKm - this.yKm];
    this.xKm += positionGain * dx;
    this.yKm += positionGain * dy;
    this.vx += speedGain * dx;
    this.vy += speedGain * dy;
    this.speedVariance -= speedGain * this.covariance;
    this.covariance *= 1 - positionGain;
    this.positionVariance *= 1 - positionGain;
  }
}
