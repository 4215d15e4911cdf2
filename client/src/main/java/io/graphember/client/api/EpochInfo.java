// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

/**
 * One epoch of a job.
 *
 * @param epoch number, from 1
 * @param seconds wall time
 * @param loss mean training loss
 * @param validation validation accuracy; null without a validation split
 * @param best true if it was the best so far
 */
public record EpochInfo(int epoch, double seconds, double loss, Double validation, boolean best) {}
