// SPDX-License-Identifier: Apache-2.0
/** Tests of splits and scores. */
package io.graphember.training.task;
