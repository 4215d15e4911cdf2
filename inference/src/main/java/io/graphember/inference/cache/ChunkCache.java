// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.cache;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * The dynamic cache (GLISP, section III-D): chunks of static caches in memory. A chunk stays while
 * somebody holds it; of the others the first that came makes room when another is read (FIFO).
 *
 * <p>Safe for use by several threads, which do not wait for one another's reads but for those of
 * the same chunk.
 */
public final class ChunkCache {
  private final List<StaticCache> files;
  private final int chunkFloats;
  private final int capacity;
  private final Map<Long, Chunk> chunks;
  private final LongAdder readNanos = new LongAdder();
  private long reads;
  private long hits;

  /**
   * An empty cache.
   *
   * @param files static caches of all partitions
   * @param bytes most bytes of chunks that nobody holds, and of those that somebody does; at least
   *     one chunk for each holder is there whatever it says
   */
  public ChunkCache(List<StaticCache> files, long bytes) {
    this.files = files;
    int floats = 1;
    for (StaticCache file : files) {
      floats = Math.max(floats, Math.multiplyExact(file.chunkRows(), file.columns()));
    }
    chunkFloats = floats;
    capacity = (int) Math.max(1, Math.min(Integer.MAX_VALUE, bytes / (4L * chunkFloats)));
    chunks = new LinkedHashMap<>();
  }

  /** A chunk in memory. */
  public static final class Chunk {
    private final float[] values;
    private int holders;
    private boolean loaded;

    private Chunk(float[] values) {
      this.values = values;
    }

    /** Its rows, one after the other; while it is held. */
    public float[] values() {
      return values;
    }
  }

  /**
   * Gives a chunk to a holder, who {@link #release releases} it soon.
   *
   * @param partition number of the static cache
   */
  public Chunk hold(int partition, int chunk) {
    Chunk held = enter(partition, chunk);
    synchronized (held) {
      if (!held.loaded) {
        final long begun = System.nanoTime();
        files.get(partition).read(chunk, held.values);
        held.loaded = true;
        readNanos.add(System.nanoTime() - begun);
      }
    }
    return held;
  }

  private synchronized Chunk enter(int partition, int chunk) {
    final long key = (long) partition << Integer.SIZE | chunk;
    reads++;
    Chunk known = chunks.get(key);
    if (known != null) {
      hits++;
    } else {
      known = new Chunk(room());
      chunks.put(key, known);
    }
    known.holders++;
    return known;
  }

  /** An array of a chunk that goes, or a new one while there is room or all are held. */
  private float[] room() {
    Iterator<Chunk> eldest = chunks.values().iterator();
    while (chunks.size() >= capacity && eldest.hasNext()) {
      Chunk candidate = eldest.next();
      if (candidate.holders == 0) {
        eldest.remove();
        return candidate.values;
      }
    }
    return new float[chunkFloats];
  }

  /** Takes a chunk back. */
  public synchronized void release(Chunk chunk) {
    chunk.holders--;
  }

  /** How often a chunk was asked for. */
  public synchronized long reads() {
    return reads;
  }

  /** How often it was in memory. */
  public synchronized long hits() {
    return hits;
  }

  /** Nanoseconds of all threads that chunks were read for. */
  public long readNanos() {
    return readNanos.sum();
  }
}
