// SPDX-License-Identifier: Apache-2.0
/** Settings of sampling: how many neighbours, by which rules. */
package io.graphember.training.job.sampling;
