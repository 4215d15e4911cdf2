// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.room;

import org.apache.ignite.DataRegionMetrics;
import org.apache.ignite.Ignite;
import org.apache.ignite.lang.IgniteCallable;
import org.apache.ignite.resources.IgniteInstanceResource;

/**
 * Asks a node how full a region is: capacity, used bytes and bytes of a page.
 *
 * <p>Ignite ends a node before its region is full: an entry is written only while 256 pages, and 12
 * bytes for each page in use, are left ({@code
 * IgniteCacheDatabaseSharedManager.ensureFreeSpaceForInsert}).
 */
final class RegionStateCall implements IgniteCallable<long[]> {
  private static final long serialVersionUID = 1L;
  private static final int PAGES_LEFT = 256;
  private static final double BYTES_LEFT_FOR_A_PAGE = 12;

  /** What a page takes in memory beside its bytes. */
  private static final int PAGE_HEADER = 32;

  /** For the catalog, and for what Ignite writes by itself. */
  private static final double SPARE = 0.02;

  private final String region;

  @IgniteInstanceResource private transient Ignite ignite;

  RegionStateCall(String region) {
    this.region = region;
  }

  @Override
  @SuppressWarnings("deprecation") // the metrics that replace it are Ignite's own class names
  public long[] call() {
    CacheRegion here = CacheRegion.of(ignite.configuration().getDataStorageConfiguration(), region);
    final int page = ignite.configuration().getDataStorageConfiguration().getPageSize();
    if (here.persistent()) {
      return new long[] {Long.MAX_VALUE, 0, page};
    }
    DataRegionMetrics metrics = ignite.dataRegionMetrics(here.name());
    final long used = metrics == null ? 0 : metrics.getTotalUsedPages();
    return new long[] {capacityPages(here.maxBytes(), page) * page, used * page, page};
  }

  static long capacityPages(long maxBytes, int pageBytes) {
    final double pages = (double) maxBytes / (pageBytes + PAGE_HEADER) - PAGES_LEFT;
    return (long) Math.max(0, (1 - SPARE) * pages / (1 + BYTES_LEFT_FOR_A_PAGE / pageBytes));
  }
}
