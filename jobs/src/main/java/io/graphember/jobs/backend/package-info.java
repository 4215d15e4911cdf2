// SPDX-License-Identifier: Apache-2.0
/** Which tensor engines are installed, and which one a job uses. */
package io.graphember.jobs.backend;
