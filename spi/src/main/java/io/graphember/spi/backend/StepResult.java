// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

/**
 * What a training step reports.
 *
 * @param lossSum sum of the seeds' losses, not scaled, with dropout applied
 * @param correct seeds whose largest logit is at their label, with dropout applied
 */
public record StepResult(double lossSum, int correct) {}
