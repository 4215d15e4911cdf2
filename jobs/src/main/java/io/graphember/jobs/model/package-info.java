// SPDX-License-Identifier: Apache-2.0
/** Jobs that train a model. */
package io.graphember.jobs.model;
