// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.room;

import io.graphember.ignite.GraphemberConfiguration;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.ignite.configuration.DataRegionConfiguration;
import org.apache.ignite.configuration.DataStorageConfiguration;

/**
 * The data region of our caches: one of their own, so that nobody else's caches grow into it and
 * ours grow into nobody else's, or one that the node's configuration names. Immutable.
 */
public final class CacheRegion {
  private static final long INITIAL_BYTES = 32L << 20;

  private final DataRegionConfiguration region;

  private CacheRegion(DataRegionConfiguration region) {
    this.region = region;
  }

  /**
   * The region of a node that starts, added to its storage if it is not there yet. It counts its
   * pages, which regions do not by default. Its own region keeps its data where the default region
   * does: in memory, or on disk too.
   *
   * @param storage changed
   */
  public static CacheRegion add(
      DataStorageConfiguration storage, GraphemberConfiguration configuration) {
    final String name = configuration.regionName();
    if (!configuration.ownsRegion() || regions(storage).anyMatch(named(name))) {
      find(storage, name).setMetricsEnabled(true);
    } else {
      storage.setDataRegionConfigurations(
          Stream.concat(
                  configured(storage),
                  Stream.of(own(storage.getDefaultDataRegionConfiguration(), configuration)))
              .toArray(DataRegionConfiguration[]::new));
    }
    return of(storage, name);
  }

  /** The region of a name; the default one if there is none, which Ignite refuses by itself. */
  public static CacheRegion of(DataStorageConfiguration storage, String name) {
    return new CacheRegion(find(storage, name));
  }

  private static DataRegionConfiguration own(
      DataRegionConfiguration other, GraphemberConfiguration configuration) {
    final long bytes =
        configuration.getDataRegionBytes() > 0
            ? configuration.getDataRegionBytes()
            : Math.min(other.getMaxSize(), DataStorageConfiguration.DFLT_DATA_REGION_MAX_SIZE);
    return new DataRegionConfiguration()
        .setName(configuration.regionName())
        .setPersistenceEnabled(other.isPersistenceEnabled())
        .setInitialSize(Math.min(INITIAL_BYTES, bytes))
        .setMaxSize(bytes)
        .setMetricsEnabled(true);
  }

  private static DataRegionConfiguration find(DataStorageConfiguration storage, String name) {
    return regions(storage)
        .filter(named(name))
        .findFirst()
        .orElse(storage.getDefaultDataRegionConfiguration());
  }

  private static Predicate<DataRegionConfiguration> named(String name) {
    return region -> Objects.equals(region.getName(), name);
  }

  private static Stream<DataRegionConfiguration> regions(DataStorageConfiguration storage) {
    return Stream.concat(
        Stream.of(storage.getDefaultDataRegionConfiguration()), configured(storage));
  }

  private static Stream<DataRegionConfiguration> configured(DataStorageConfiguration storage) {
    return storage.getDataRegionConfigurations() == null
        ? Stream.empty()
        : Arrays.stream(storage.getDataRegionConfigurations());
  }

  /** Its name. */
  public String name() {
    return region.getName();
  }

  /** Bytes of memory that it takes at most. */
  public long maxBytes() {
    return region.getMaxSize();
  }

  /** True if it keeps its data on disk too. */
  public boolean persistent() {
    return region.isPersistenceEnabled();
  }
}
