import type { Position } from '../../geo/geodesy.ts';
import type { Plane } from './plane.ts';
import type { StormCell, Trend } from './StormCell.ts';
/** A storm cell as it is told: in degrees, its velocity to the true east and north. */
export interface CellReport extends Position {
    readonly id: number;
    readonly eastKmH: number;
    readonly northKmH: number;
    /** Uncertainty of each axis of the velocity. */
    readonly sigmaKmH: number;
    /** Nine in ten of its flashes lie within. */
    readonly radiusKm: number;
    /** Flashes of the last ten minutes. */
    readonly flashes: number;
    readonly showArrow: boolean;
    readonly trend: Trend;
    readonly ageMinutes: number;
    /** Where it was 10, 20 and 30 minutes ago, as far as it existed. */
    readonly track: readonly Position[];
}
export declare function reportOf(cell: StormCell, plane: Plane, nowMs: number): CellReport;
/** A reported cell on a plane, to be asked about places near that plane's centre. */
export declare function stormOf(report: CellReport, plane: Plane, nowMs: number): StormCell;
