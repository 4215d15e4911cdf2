// SPDX-License-Identifier: Apache-2.0
/** Tests of the settings of a job. */
package io.graphember.training.job;
