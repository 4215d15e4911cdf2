// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.result;

import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.cache.Cache;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.cache.CachePeekMode;
import org.apache.ignite.cache.query.QueryCursor;
import org.apache.ignite.cache.query.ScanQuery;
import org.apache.ignite.lang.IgniteCallable;
import org.apache.ignite.resources.IgniteInstanceResource;

/**
 * Measures caches on the node where it runs: the number of entries there, backups among them, by
 * the mean size of the first of them. Ignite itself cannot tell: caches share pages.
 */
final class LocalBytes implements IgniteCallable<long[]> {
  private static final long serialVersionUID = 1L;
  private static final int SAMPLE = 64;

  /** What Ignite keeps beside key and value: headers, version, the tree that finds the entry. */
  private static final int ENTRY_OVERHEAD = 80;

  private static final int OBJECT_HEADER = 24;

  private final String[] caches;

  @IgniteInstanceResource private transient Ignite ignite;

  LocalBytes(List<String> caches) {
    this.caches = caches.toArray(String[]::new);
  }

  /** Bytes of each cache; 0 of one that is not there. */
  @Override
  public long[] call() {
    long[] bytes = new long[caches.length];
    for (int i = 0; i < caches.length; i++) {
      IgniteCache<Object, Object> cache = ignite.cache(caches[i]);
      bytes[i] = cache == null ? 0 : bytes(cache.withKeepBinary());
    }
    return bytes;
  }

  private static long bytes(IgniteCache<Object, Object> cache) {
    final long entries = cache.localSizeLong(CachePeekMode.PRIMARY, CachePeekMode.BACKUP);
    long sampled = 0;
    long bytes = 0;
    ScanQuery<Object, Object> some = new ScanQuery<Object, Object>().setPageSize(SAMPLE);
    some.setLocal(true);
    try (QueryCursor<Cache.Entry<Object, Object>> cursor = cache.query(some)) {
      for (Cache.Entry<Object, Object> entry : cursor) {
        bytes += ENTRY_OVERHEAD + bytes(entry.getKey()) + bytes(entry.getValue());
        if (++sampled == SAMPLE) {
          break;
        }
      }
    }
    return sampled == 0 ? 0 : Math.round((double) bytes / sampled * entries);
  }

  private static long bytes(Object value) {
    if (value instanceof BinaryObject object) {
      return object.size();
    }
    if (value instanceof byte[] block) {
      return block.length;
    }
    return value instanceof String text
        ? text.getBytes(StandardCharsets.UTF_8).length
        : OBJECT_HEADER; // a number, a UUID
  }
}
