// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

/**
 * What one node did for a job.
 *
 * @param node name of the node
 * @param partitions numbers of the partitions it owned
 * @param trainers trainers it ran
 * @param rowsHeld feature rows it held
 * @param gathersServed gather requests it served, one for each partition asked
 * @param rowsServed feature rows it served, singly or added up
 * @param bytesMoved bytes of requests and replies that its trainers and publishers exchanged with
 *     other nodes
 * @param bytesSpared bytes that its trainers did not move because neighbours were added up where
 *     their rows are; negative if that moved more
 */
public record NodeCounts(
    String node,
    int[] partitions,
    int trainers,
    long rowsHeld,
    long gathersServed,
    long rowsServed,
    long bytesMoved,
    long bytesSpared) {}
