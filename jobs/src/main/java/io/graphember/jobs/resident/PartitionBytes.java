// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.resident;

/**
 * Heap that a partition takes on a node.
 *
 * @param all bytes of all its parts that never lie in files here, topology among them
 * @param topology of those, bytes that mapped files can hold instead; 0 if the node has no folder
 *     for them
 */
public record PartitionBytes(long all, long topology) {}
