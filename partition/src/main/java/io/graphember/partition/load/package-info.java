// SPDX-License-Identifier: Apache-2.0
/**
 * From pieces of columns to partitions: staging, edge table, replica table, sections. Runs on the
 * node that takes a load; sees no file and no cache.
 */
package io.graphember.partition.load;
