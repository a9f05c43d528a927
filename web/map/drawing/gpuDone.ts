/** Two seconds: a card that takes longer is shown at work. */
const MOST_FRAMES = 120;

/**
 * Resolves once the graphics card has done what the canvases have asked of it so far. Before that, a frame that shows
 * them would hold the whole page up: where the card is software, for tenths of a second.
 */
export async function gpuDone(canvases: Iterable<HTMLCanvasElement>, nextFrame: () => Promise<void>): Promise<void> {
  const waits = [...canvases].flatMap((canvas) => {
    // On a canvas that already has a context, `getContext` returns that one.
    const gl = canvas.getContext('webgl2');
    const sync = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl?.flush();
    return gl && sync ? [{ gl, sync }] : [];
  });
  for (const { gl, sync } of waits) {
    for (let frame = 0; frame < MOST_FRAMES && !gl.isContextLost(); frame += 1) {
      if (gl.getSyncParameter(sync, gl.SYNC_STATUS) === gl.SIGNALED) break;
      await nextFrame();
    }
    gl.deleteSync(sync);
  }
}
